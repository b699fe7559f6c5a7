package dev.rayllm.operator.render.gateway;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;

/**
 * Callers know one model name, the provider another. The name is changed on the way out, in the outermost object alone
 * and with every other byte as it was: a JSON library would write tool schemas and large integers anew. On the way
 * back the caller's name is put in again. Names come from the metadata of the route, never from the script.
 */
final class ModelName {

    static final String LUA = """
            -- First and last position of the value of "model" in the outermost object of a JSON text.
            local function find_model(text)
              local depth, at, key = 0, 1, false
              while true do
                local here = text:find('[{}%[%]",:]', at)
                if not here then return nil end
                local c = text:sub(here, here)
                if c == '"' then
                  local close = here
                  repeat
                    close = text:find('["\\\\]', close + 1)
                    if close and text:byte(close) == 92 then close = close + 1 end
                  until not close or text:byte(close) == 34
                  if not close then return nil end
                  if depth == 1 and key == 'value' then return here, close end
                  if depth == 1 and key == true and text:sub(here, close) == '"model"' then key = 'colon' else key = false end
                  at = close + 1
                else
                  if c == '{' or c == '[' then
                    depth = depth + 1
                    key = c == '{' and depth == 1
                  elseif c == '}' or c == ']' then
                    depth = depth - 1
                    key = false
                  elseif c == ',' then
                    key = depth == 1
                  elseif c == ':' and depth == 1 and key == 'colon' then
                    key = 'value'
                  end
                  at = here + 1
                end
              end
            end

            function envoy_on_request(handle)
              local body = handle:body()
              -- Not before the body: while it is waited for, objects of the handle end.
              local names = handle:metadata()
              local text = body and body:getBytes(0, body:length()) or ''
              local first, last = find_model(text)
              if not first then
                handle:respond({[':status'] = '404'}, 'the provider takes JSON requests that name a model')
                return
              end
              local asked = text:sub(first, last):gsub('\\\\/', '/')
              if asked ~= names:get('public') then
                handle:respond({[':status'] = '404'}, 'the model ' .. asked .. ' does not exist here')
                return
              end
              handle:headers():replace('content-length',
                body:setBytes(text:sub(1, first - 1) .. names:get('external') .. text:sub(last + 1)))
            end

            function envoy_on_response(handle)
              local kind = handle:headers():get('content-type') or ''
              if handle:headers():get('content-encoding') or not (kind:find('json', 1, true) or kind:find('event-stream', 1, true)) then
                return
              end
              local public = handle:metadata():get('public')
              handle:headers():remove('content-length')
              for chunk in handle:bodyChunks() do
                local text = chunk:getBytes(0, chunk:length())
                local changed, count = text:gsub('("model"%s*:%s*)"[^"\\\\]*"', function(key) return key .. public end)
                if count > 0 then chunk:setBytes(changed) end
              end
            end
            """;

    private static final ObjectMapper JSON = new ObjectMapper();

    private ModelName() {
    }

    /** Both names as JSON strings, for the script. */
    static Map<String, Object> metadata(String servedName, String external) {
        return Config.of("public", json(servedName), "external", json(external));
    }

    /** The answer to a question for the models. */
    static String list(String servedName) {
        return json(Config.of("object", "list", "data", List.of(Config.of("id", servedName, "object", "model",
                "created", 0, "owned_by", "rayllm"))));
    }

    private static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("plain trees can be written", e);
        }
    }
}
