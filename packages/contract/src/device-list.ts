import { PRINTER_KINDS } from '@postroom/domain/catalogue/packaging'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery, pageOf } from './list.ts'

/** A device manager as its organisation's managers see it: what it last reported about itself. */
const listedDeviceSchema = z.object({
  id: z.uuid(),
  alias: z.string(),
  /** The user who paired it; absent when it paired itself, or they were erased. */
  paired_by: z.string().optional(),
  paired_at: z.iso.datetime(),
  connected: z.boolean(),
  /** Its last report; absent before the first. */
  reported_at: z.iso.datetime().optional(),
  version: z.string().optional(),
  /** A newer version that it knows is published. */
  newer_version: z.string().optional(),
  /** The printers in use. `error_code` says why one cannot print, `since` from when on. */
  printers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      kinds: z.array(z.enum(PRINTER_KINDS)),
      error_code: z.string().optional(),
      since: z.iso.datetime().optional(),
    }),
  ),
})
export type ListedDevice = z.output<typeof listedDeviceSchema>

export const listDevices = endpoint({
  id: 'listDevices',
  method: 'GET',
  path: '/identity/v1/organisation/device',
  summary: 'The device managers of the organisation with their versions and printers, as last reported',
  tag: 'identity',
  auth: 'session',
  permission: 'administration',
  query: listQuery(['alias']),
  responses: { 200: pageOf(listedDeviceSchema) },
  errors: [],
})
