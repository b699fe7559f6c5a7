-- Health of a ModelProfile for Argo CD: whether the row takes part.
local status = obj.status
if status == nil or status.conditions == nil or (status.observedGeneration or 0) < (obj.metadata.generation or 0) then
  return {status = "Progressing", message = "the operator has not looked at it yet"}
end
for _, c in ipairs(status.conditions) do
  if c.type == "Accepted" then
    local message = (c.reason or "") .. ": " .. (c.message or "")
    if c.status == "True" then
      return {status = "Healthy", message = message}
    end
    return {status = "Degraded", message = message}
  end
end
return {status = "Progressing", message = "the operator has not judged it yet"}
