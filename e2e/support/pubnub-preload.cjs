// Preloaded into the processes under test: what they send to PubNub comes to the stub of its service instead.
const network = globalThis.fetch
globalThis.fetch = async (input, init) => {
  const request = new Request(input, init)
  const { hostname, pathname, search } = new URL(request.url)
  if (!hostname.endsWith('.pndsn.com')) return network(input, init)
  const body = request.body ? await request.arrayBuffer() : undefined
  const { method, signal } = request
  return network(`${process.env.NODE_PUBNUB_STUB}${pathname}${search}`, { method, signal, body })
}
