// Loaded before the packaged program where it runs under Wine, which starts only an older Node. Windows needs none of this.
const http = require('node:http')
const net = require('node:net')

// Wine refuses the keep-alive of a socket that is still connecting, which `fetch` asks for
const { setKeepAlive } = net.Socket.prototype
net.Socket.prototype.setKeepAlive = function (...args) {
  return this.connecting ? this.once('connect', () => setKeepAlive.apply(this, args)) : setKeepAlive.apply(this, args)
}

// Node 22 has no such function; the tests use no proxy
http.setGlobalProxyFromEnv ??= () => {}
