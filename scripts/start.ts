import { buildWeb } from './build-web.ts'

// One process from here on, so that a signal to `npm start` reaches the server.
buildWeb()
await import('../apps/server/src/main.ts')
