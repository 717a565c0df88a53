import type { Context } from '../../context.ts'
import { openShop } from '../../shops/open-shop.ts'
import { ShopFailure, type ShopPort } from '../../shops/shop-port.ts'
import type { StoredShop } from './shop.store.ts'

/** Names the owner of a sealed credential. */
export const ownerOf = (shopId: string): string => `shop ${shopId}`

/** The shop behind a row. @throws ShopFailure unreadable, when it was removed, or its credential was sealed with another secret */
export function storedShop(
  { seal, settings }: Pick<Context, 'seal' | 'settings'>,
  { id, kind, url, credential }: Pick<StoredShop, 'id' | 'kind' | 'url' | 'credential'>,
): ShopPort {
  const opened = credential === null ? undefined : seal.open(credential, ownerOf(id))
  if (opened === undefined) throw new ShopFailure('unreadable')
  return openShop({ kind, url, isPrivateAllowed: settings.privateHosts }, opened)
}
