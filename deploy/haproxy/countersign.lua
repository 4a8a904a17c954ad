-- Forward authentication: checks each request with Countersign before HAProxy forwards it.
-- Configuration:
--
--   global
--     lua-load /etc/haproxy/countersign.lua
--   frontend …
--     http-request lua.countersign http://127.0.0.1:3000/forward-auth
--
-- Forwards a request only after a 200, with the identity headers; every other response goes to the
-- visitor unchanged. If the check fails, the request is refused. See docs/guides/forward-auth.md.

-- Set on every forwarded request; empty if there is no value.
local told = { "remote-user", "remote-name", "remote-groups", "remote-wallet", "remote-email" }

-- Request headers sent to Countersign, in addition to the method, host and path. No others are sent.
local asked = {
  "cookie",
  "accept",
  "accept-language",
  "sec-fetch-mode",
  "x-requested-with",
  "access-control-request-method",
  "x-forwarded-for",
}

-- Response headers sent to the visitor.
local passed = { "location", "content-type", "content-security-policy", "cache-control", "x-content-type-options" }

-- Joins repeated headers: cookies with semicolons (RFC 9113 §8.2.3), all others with commas.
local function joined(headers, name)
  local values = headers[name]
  if values == nil then
    return nil
  end
  local all = {}
  local index = 0
  while values[index] ~= nil do
    all[#all + 1] = values[index]
    index = index + 1
  end
  return table.concat(all, name == "cookie" and "; " or ", ")
end

local function refuse(txn, status)
  local reply = txn:reply({ status = status })
  reply:add_header("cache-control", "no-store")
  txn:done(reply)
end

-- Removes headers of the visitor with a name that pages could read as one of ours: PHP, lighttpd and
-- other CGI programs fold every character but letters and digits to "_" (RFC 3875 section 4.1.18).
local function remove_forged(txn, headers)
  for name in pairs(headers) do
    if name:find("^remote[^a-z0-9]") then
      txn.http:req_del_header(name)
    end
  end
end

core.register_action("countersign", { "http-req" }, function(txn, address)
  local headers = txn.http:req_get_headers()
  -- A header that is listed here is removed by the next proxy (RFC 9110 section 7.6.1).
  if (joined(headers, "connection") or ""):lower():find("remote", 1, true) then
    return refuse(txn, 400)
  end
  remove_forged(txn, headers)
  local question = {
    ["x-forwarded-host"] = { joined(headers, "host") or "" },
    ["x-forwarded-method"] = { txn.f:method() },
    ["x-forwarded-uri"] = { txn.f:pathq() },
  }
  for _, name in ipairs(asked) do
    local value = joined(headers, name)
    if value ~= nil then
      question[name] = { value }
    end
  end

  local answer = core.httpclient():get({ url = address, headers = question, timeout = 5000 })
  if answer == nil or answer.status == nil or answer.status == 0 then
    return refuse(txn, 503)
  end

  if answer.status == 200 then
    for _, name in ipairs(told) do
      txn.http:req_set_header(name, joined(answer.headers, name) or "")
    end
    return
  end

  -- HAProxy reports an invalid status as 200.
  local reply = txn:reply({ status = answer.status >= 300 and answer.status or 503 })
  for _, name in ipairs(passed) do
    local value = joined(answer.headers, name)
    if value ~= nil then
      reply:add_header(name, value)
    end
  end
  reply:set_body(answer.body or "")
  txn:done(reply)
end, 1)
