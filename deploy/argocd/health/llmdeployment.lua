-- Health of an LlmDeployment for Argo CD. The phase says where it stands; before it counts, the operator has to have looked
-- at the newest spec.
local status = obj.status
if status == nil or status.conditions == nil then
  return {status = "Progressing", message = "the operator has not looked at it yet; is it running?"}
end

local condition = {}
for _, c in ipairs(status.conditions) do
  condition[c.type] = c
end
local function says(type)
  local c = condition[type]
  if c == nil then
    return status.phase or ""
  end
  return (c.reason or "") .. ": " .. (c.message or "")
end

if status.phase == "Deleting" then
  return {status = "Progressing", message = says("Ready")}
end
if (status.observedGeneration or 0) < (obj.metadata.generation or 0) then
  return {status = "Progressing", message = "the operator has not looked at the newest spec yet"}
end
if condition.Accepted ~= nil and condition.Accepted.status == "False" then
  return {status = "Degraded", message = says("Accepted")}
end

if status.phase == "Ready" or status.phase == "ScaledToZero" then
  return {status = "Healthy", message = says("Ready")}
end
if status.phase == "Suspended" then
  return {status = "Suspended", message = says("Ready")}
end
if status.phase == "Failed" or status.phase == "Degraded" then
  return {status = "Degraded", message = says("Ready")}
end
if status.phase == "Updating" then
  return {status = "Progressing", message = says("Progressing")}
end
-- Pending, Provisioning, Starting, and what a later release may add.
return {status = "Progressing", message = says("Ready")}
