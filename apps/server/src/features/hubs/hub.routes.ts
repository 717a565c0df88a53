import {
  listEnrolmentCodes,
  makeEnrolmentCode,
  removeEnrolmentCode,
  type EnrolmentCode,
} from '@postroom/contract/enrolment'
import { listDevices } from '@postroom/contract/device-list'
import { deviceReportMessage, reportJobs } from '@postroom/contract/device-report'
import {
  deviceGrantMessage,
  grantDevice,
  listHubs,
  pairHub,
  pollPairing,
  signDeviceRequest,
  startPairing,
  unpairHub,
} from '@postroom/contract/hub'
import type { Context } from '../../context.ts'
import { act } from '../../access/act.ts'
import { countAttempt } from '../../access/limit-attempts.ts'
import { asTenant } from '../../db/tenant.ts'
import { AppError } from '../../app-error.ts'
import { refuseColleagues } from '../../access/authorise.ts'
import { serve, type Api } from '../../http/serve.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { pageDevices } from './device-list.store.ts'
import { makeCode, removeCode } from './enrol-device.ts'
import { listCodes } from './enrolment.store.ts'
import { grantForDevice, hubsForUser } from './hub-grant.ts'
import { hubKey } from './hub-key.store.ts'
import { serveHubSocket } from './hub-socket.ts'
import { deleteHub, listHubRows, lockHub } from './hub.store.ts'
import { pairByCode, pollToPair, provenDevice, startToPair } from './pair-device.ts'
import { recordReport } from '../prints/record-report.rule.ts'
import { signRequest } from './sign-request.ts'

/** Codes that one user may try in a quarter of an hour. */
const CODES_MAX = 30

/** How web app and device managers connect: pairing, grants, and the socket itself. @see spec §7 'Iot' */
export function hubRoutes(api: Api, context: Context): void {
  const { db, settings } = context

  serve(api, listDevices, async ({ query, user }) => {
    const { rows, total } = await pageDevices(context, user.organisation_id, query)
    return { data: rows, total, start: query.start, length: query.length }
  })

  serve(api, listHubs, async ({ query, user, request }) => {
    const { rows, total } = await listHubRows(db, {
      organisation_id: user.organisation_id,
      alias: query.alias,
      owner: query.owner,
      orderBy: query.orderBy,
      direction: query.orderAsc === 'true' ? 'asc' : 'desc',
      start: query.start,
      length: query.length,
    })
    const data = await hubsForUser(context, rows, user, request)
    return { data, total, start: query.start, length: query.length }
  })

  serve(api, pairHub, async ({ body, user, request }) => {
    await countAttempt(context, [{ counter: `pairing by\n${user.id}`, max: CODES_MAX }])
    const id = await pairByCode(context, user, body.code, body.alias)
    const { rows } = await listHubRows(db, {
      organisation_id: user.organisation_id,
      id,
      orderBy: 'id',
      direction: 'asc',
      start: 0,
      length: 1,
    })
    const [hub] = await hubsForUser(context, rows, user, request)
    if (!hub) throw new AppError('not_found')
    return hub
  })

  serve(api, unpairHub, async ({ params, user }) => {
    await act(context, user, async (tx, actor) => {
      const { organisation_id, id: user_id } = actor
      const hub = await lockHub(tx, organisation_id, params)
      if (!hub) throw new AppError('not_found')
      refuseColleagues('device', hub.paired_by, actor)
      await deleteHub(tx, organisation_id, params.id)
      await recordAudit(tx, { organisation_id, user_id, event: 'hub_unpaired', subject: params.id })
    })
    return { id: params.id }
  })

  serve(api, signDeviceRequest, ({ params, body, user }) => signRequest(context, user, params.id, body))

  serve(api, listEnrolmentCodes, async ({ query: { start, length, orderAsc }, user: { organisation_id } }) => {
    const direction = orderAsc === 'true' ? ('asc' as const) : ('desc' as const)
    const { rows, total } = await listCodes(db, { organisation_id, now: context.now(), direction, start, length })
    return { data: rows.map(presentCode), total, start, length }
  })

  serve(api, makeEnrolmentCode, async ({ body, user }) => {
    const { code, enrolment } = await makeCode(context, user, body)
    return { code, enrolment: presentCode(enrolment) }
  })

  serve(api, removeEnrolmentCode, async ({ params, user }) => {
    await removeCode(context, user, params.id)
    return params
  })

  serve(api, startPairing, ({ body }) => startToPair(context, body))
  serve(api, pollPairing, ({ params, body }) => pollToPair(context, params.id, body.poll_token))

  serve(api, grantDevice, async ({ params, body, request }) => {
    const device = await provenDevice(context, params.id, body, deviceGrantMessage)
    const grant = await grantForDevice(context, device.id, body.nonce, request)
    if (!grant) throw new AppError('device_signature_invalid')
    const { id: kid, public_key } = await hubKey(db)
    return {
      ...grant,
      server_key: { kid, public_key: public_key.toString('base64url') },
      alias: device.alias,
      organisation: device.organisation,
      documents_url: settings.publicUrl,
    }
  })

  serve(api, reportJobs, async ({ params, body }) => {
    const textOf = (...proof: [string, string, string]) => deviceReportMessage(...proof, body.report)
    const { id, organisation_id } = await provenDevice(context, params.id, body, textOf)
    return asTenant(organisation_id, () => recordReport(context, id, body.report))
  })

  serveHubSocket(api, context)
}

const presentCode = ({
  expires_at,
  ...code
}: Omit<EnrolmentCode, 'expires_at'> & { expires_at: Date }): EnrolmentCode => ({
  ...code,
  expires_at: expires_at.toISOString(),
})
