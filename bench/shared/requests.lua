-- Sends the requests of a file over and over: each is a line with its length in bytes, then its bytes. Arguments: the
-- file, and the number of requests to skip, so that rounds and threads do not ask the same ones at the same time.
local threads = 0

function setup(thread)
  thread:set("thread_index", threads)
  threads = threads + 1
end

local list, position = {}, 0

function init(args)
  local file = assert(io.open(args[1], "rb"))
  while true do
    local length = file:read("*n")
    if not length then break end
    file:read(1)
    list[#list + 1] = file:read(length)
  end
  file:close()
  position = (tonumber(args[2]) + thread_index * 4999) % #list
end

function request()
  position = position % #list + 1
  return list[position]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    '\nresult {"requests":%d,"us":%d,"p50Us":%d,"p99Us":%d,"refused":%d,"failed":%d}\n',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    e.status, e.connect + e.read + e.write + e.timeout))
end
