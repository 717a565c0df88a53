import { ukDateOf } from '@postroom/domain/calendar'
import { toPence } from '@postroom/domain/money'
import { insertAddresses } from '../features/address-book/address.store.ts'
import { recordAudit } from '../features/audit/audit.store.ts'
import { enterManual } from '../features/manual/enter-manual.ts'
import { insertPending } from '../features/pending/pending.store.ts'
import { saveCostCenter, saveReferenceFields } from '../features/references/save-references.ts'
import { storeShipper } from '../features/shippers/shipper.store.ts'
import { bookTopUp } from '../features/topups/record-topup.ts'
import type { Demo, Step } from './demo-context.ts'
import { pendingDraftOf, postalOf, senderOf } from './demo-draft.ts'
import { demoAddresses, demoShipments } from './demo-rows.ts'
import { COST_CENTERS, MANUAL, PENDING, REFERENCE_FIELDS, SENDERS, TOP_UPS } from './demo-settings.ts'
import { lifeOf } from './demo-shipment.ts'
import { momentOf } from './moments.ts'

/** Everything that happened in the two weeks before `today`, in no order. */
export const historyOf = (demo: Demo, today: Date): Step[] => [
  { at: momentOf('11d 08:00', today), take: () => furnish(demo) },
  ...TOP_UPS.map((money) => ({ at: momentOf(money.when, today), take: () => topUp(demo, money) })),
  ...MANUAL.map((row) => ({ at: momentOf(row.when, today), take: () => enter(demo, row, momentOf(row.when, today)) })),
  ...PENDING.map((row) => ({
    at: momentOf(row.when, today),
    take: () => prepare(demo, row, momentOf(row.when, today)),
  })),
  ...demoShipments().flatMap((row) => lifeOf(demo, row, momentOf(row.when, today))),
]

/** What an office sets up on its first day. */
async function furnish(demo: Demo): Promise<void> {
  const { tx, organisation, costCenters } = demo
  const [context, manager] = [demo.contextFor(''), demo.asking('demo')]
  for (const center of COST_CENTERS) costCenters.set(center.code, (await saveCostCenter(context, manager, center)).id)
  await saveReferenceFields(context, manager, { data: REFERENCE_FIELDS, archived: [] })
  await insertAddresses(tx, manager, demoAddresses())
  for (const [alias, address] of Object.entries(SENDERS))
    await storeShipper(tx, organisation.id, { alias, address: senderOf(address) })
}

const topUp = ({ tx, organisation }: Demo, { amount, reference }: (typeof TOP_UPS)[number]) =>
  bookTopUp(
    tx,
    {
      organisation_id: organisation.id,
      carrier_account_id: organisation.account,
      provider: 'manual',
      amount: toPence(amount),
      reference,
      idem_key: reference,
      recorded_by: null,
      request_id: null,
    },
    null,
  )

const enter = (demo: Demo, { to, price, ...row }: (typeof MANUAL)[number], at: Date) => {
  const { carrier, service_name, number } = row
  const posted = { to: postalOf(demo.address(to)), shipping_date: ukDateOf(at), total_charge: price }
  const nothing = { references: [], costcenter: [], notes: '' }
  return enterManual(demo.contextFor(''), demo.asking('demo'), { carrier, service_name, number, ...posted, ...nothing })
}

const prepare = async (demo: Demo, row: (typeof PENDING)[number], posted: Date) => {
  const draft = pendingDraftOf({ ...row, to: demo.address(row.to), posted }, demo.organisation.account)
  const whose = { organisation_id: demo.organisation.id, created_by: demo.asking('demo').id }
  const subject = await insertPending(demo.tx, { ...whose, draft, note: row.note })
  await recordAudit(demo.tx, {
    organisation_id: whose.organisation_id,
    user_id: whose.created_by,
    event: 'pending_saved',
    subject,
  })
}
