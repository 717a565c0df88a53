import fastifyWebsocket from '@fastify/websocket'
import { FRAME_LIMIT_BYTES } from '@postroom/contract/hub-wire'
import type { FastifyRequest } from 'fastify'
import type { Server } from 'node:http'
import type { Context } from '../../context.ts'
import { answerRaw } from '../../http/answers-without-hooks.ts'
import { AppError } from '../../app-error.ts'
import { securityHeaders } from '../../http/security-headers.ts'
import type { Api } from '../../http/serve.ts'
import { hubConnection, type HubConnection } from './hub-connection.ts'
import { hubConnections } from './hub-connections.ts'
import { SOCKET_PATH } from './hub-grant.ts'
import { listenForHubs } from './hub-notices.store.ts'
import { lookAfterConnections } from './look-after-connections.ts'

const CLOSE_GOING_AWAY = 1001
/** How long clients may take to close when the server stops. */
const GOODBYE_MS = 1_000

/** The hub's socket. The token comes in the first frame, never in the address, and identifies the client. */
export function serveHubSocket(api: Api, context: Context): void {
  const open = new Set<HubConnection>()
  const connections = hubConnections()
  const care = lookAfterConnections(context, connections, api.log)
  const stopListening = listenForHubs(context.listeningPool, {
    onMessage: (hubId, channel) => connections.on(hubId).forEach((connection) => connection.wake(channel)),
    onRevoked: (hubId) => connections.on(hubId).forEach((connection) => connection.check()),
    onListening: () => care.look(),
  })
  api.addHook('onClose', async () => {
    stopListening()
    await Promise.all([...open].map(({ gone }) => gone))
    await care.stop()
  })

  void api.register(async (scope) => {
    await scope.register(fastifyWebsocket, {
      options: { maxPayload: FRAME_LIMIT_BYTES, perMessageDeflate: false },
      preClose: (done) => {
        // a later upgrade would be answered 503 with its socket left open, and the server would wait for it for ever
        scope.server.removeAllListeners('upgrade').on('upgrade', (_request, socket) => socket.destroy())
        const { clients } = scope.websocketServer
        clients.forEach((client) => client.close(CLOSE_GOING_AWAY))
        setTimeout(() => clients.forEach((client) => client.terminate()), GOODBYE_MS).unref()
        done()
      },
    })
    refuseOtherUpgrades(context, scope.server)
    scope.websocketServer.on('wsClientError', (_error, socket) =>
      answerRaw(socket, 'invalid_request', securityHeaders(context)),
    )
    scope.addHook('preValidation', async (request) => refuseOtherOrigins(context, request))
    scope.get(SOCKET_PATH, { websocket: true }, (socket, request) => {
      const connection = hubConnection(context, socket, request.log, connections.admit)
      open.add(connection)
      void connection.gone.then(() => open.delete(connection))
    })
  })
}

/**
 * Answers an upgrade of any other path and closes the connection: its route would answer, but leave the connection open
 * for ever.
 */
function refuseOtherUpgrades(context: Context, server: Server): void {
  const path = context.settings.apiBase + SOCKET_PATH
  const [upgrade] = server.listeners('upgrade')
  server.removeAllListeners('upgrade').on('upgrade', (request, socket, head) => {
    if (request.url?.split('?', 1)[0] === path) upgrade?.call(server, request, socket, head)
    else answerRaw(socket, 'not_found', securityHeaders(context))
  })
}

/** Browsers always name the origin; programs such as the device manager name none. */
function refuseOtherOrigins({ settings }: Context, { headers: { origin }, host }: FastifyRequest): void {
  if (origin === undefined || origin === new URL(settings.publicUrl).origin) return
  if (!URL.canParse(origin) || new URL(origin).host !== host) throw new AppError('cross_site_request')
}
