import * as z from 'zod'
import { endpoint } from './endpoint.ts'

export const getServerTime = endpoint({
  id: 'getServerTime',
  method: 'GET',
  path: '/stamp/v1/server-time',
  summary: 'The clock and the version of the server, for a page that checks its own clock',
  tag: 'identity',
  auth: 'session',
  responses: { 200: z.object({ now: z.iso.datetime(), version: z.string() }) },
  errors: [],
})
