-- Asks Countersign about a request, before HAProxy passes it on (forward authentication). In the configuration:
--
--   global
--     lua-load /etc/haproxy/countersign.lua
--   frontend …
--     http-request lua.countersign http://127.0.0.1:3000/forward-auth
--
-- Lets a request on by 200 alone, with the headers that say who it is; every other answer goes to the visitor as it is. What cannot be
-- asked is refused. See docs/guides/forward-auth.md.

-- Set on every request that is let through, empty where there is nothing to say.
local told = { "remote-user", "remote-name", "remote-groups", "remote-wallet", "remote-email" }

-- What Countersign has to know of the request, beside its method, host and address. Nothing else is sent along.
local asked = {
  "cookie",
  "accept",
  "accept-language",
  "sec-fetch-mode",
  "x-requested-with",
  "access-control-request-method",
  "x-forwarded-for",
}

-- What of the answer a visitor gets.
local passed = { "location", "content-type", "content-security-policy", "cache-control", "x-content-type-options" }

-- A header that is there several times, as one: cookies are parted by semicolons (RFC 9113 §8.2.3), all others by commas.
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

-- Removes what a visitor sent under a name that pages could read as one of ours: PHP, lighttpd and
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

  -- HAProxy says 200 of whatever is no status at all.
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
