import { SHOPS_MAX, type ShopConnection, type ShopTest } from '@postroom/contract/shop'
import type { LockedActor } from '../../access/act.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/in-transaction.ts'
import { credentialOf, openShop } from '../../shops/open-shop.ts'
import { troubleOf, type ShopPort } from '../../shops/shop-port.ts'
import { recordAudit } from '../audit/audit.store.ts'
import { lockShops, storeShop, type StoredShop } from './shop.store.ts'
import { ownerOf, storedShop } from './stored-shop.ts'

type Outcome = ShopTest['result']

/** Whether a shop answers at an address and accepts the key, before anything is kept. */
export const testConnection = ({ settings }: Context, connection: ShopConnection): Promise<Outcome> =>
  outcomeOf(() => openShop({ ...connection, isPrivateAllowed: settings.privateHosts }, credentialOf(connection)))

/** The same for a connected shop. */
export const testShop = (context: Context, shop: StoredShop): Promise<Outcome> =>
  outcomeOf(() => storedShop(context, shop))

const outcomeOf = async (open: () => ShopPort): Promise<Outcome> =>
  (await troubleOf(async () => open().check())) ?? 'connected'

/** Keeps the connection of a shop that has accepted the key. @returns its id @throws AppError too_many_shops */
export async function connectShop(
  { seal }: Context,
  tx: Tx,
  { id: user_id, organisation_id }: LockedActor,
  connection: ShopConnection,
): Promise<string> {
  const { kind, name, from: sender } = connection
  const url = connection.url.replace(/\/+$/, '')
  const shop = { organisation_id, kind, name, url, sender, connected_by: user_id }
  if ((await lockShops(tx, shop)) >= SHOPS_MAX) throw new AppError('too_many_shops')
  const id = await storeShop(tx, shop, (of) => seal.seal(credentialOf(connection), ownerOf(of)))
  await recordAudit(tx, { organisation_id, user_id, event: 'shop_connected', subject: id, details: { kind, url } })
  return id
}
