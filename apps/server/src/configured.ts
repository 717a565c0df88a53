import type { Seller } from '@postroom/documents/account/party'
import { normaliseVatNumber } from '@postroom/domain/rating/vat'
import type { PubNubKeys } from '@postroom/hub/pubnub-grants'
import type { RoyalMailTracking } from './carriers/royal-mail-tracking/tracking-api.ts'
import type { Logins } from './db/logins.ts'
import type { StripeKeys } from './features/payments/stripe-api.ts'
import type { StorageSettings } from './object-storage/bucket.ts'
import type { Seal } from './sealed-text.ts'
import { PUBNUB_KEYS, SHIPPING_V3, TRACKING_SETTINGS, type Config } from './settings.ts'

/** The keys of PubNub, when they are set. */
export function pubNubKeysOf(config: Config): PubNubKeys | undefined {
  const [publishKey, subscribeKey, secretKey] = PUBNUB_KEYS.map((name) => config[name])
  return publishKey && subscribeKey && secretKey ? { publishKey, subscribeKey, secretKey } : undefined
}

/** The account at Stripe, when there is one. */
export function stripeKeysOf(config: Config): StripeKeys | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: url } = config
  return secretKey && webhookSecret ? { secretKey, webhookSecret, apiUrl: url ? new URL(url) : undefined } : undefined
}

/** Where postage is bought and tracked, when it is not specimens. */
export const clickAndDropOf = (config: Config, seal: Seal) =>
  config.CLICK_AND_DROP_URL === undefined
    ? undefined
    : { url: withoutSlash(config.CLICK_AND_DROP_URL), seal, tracking: trackingOf(config) }

function trackingOf(config: Config): RoyalMailTracking | undefined {
  const [url, clientId, clientSecret] = TRACKING_SETTINGS.map((name) => config[name])
  return url && clientId && clientSecret ? { url: withoutSlash(url), clientId, clientSecret } : undefined
}

const withoutSlash = (url: string): string => url.replace(/\/$/, '')

/** The same by the other interface. */
export function shippingV3Of(config: Config, seal: Seal) {
  const [url, clientId, clientSecret] = SHIPPING_V3.map((name) => config[name])
  return url && clientId && clientSecret
    ? { url: withoutSlash(url), clientId, clientSecret, seal, tracking: trackingOf(config) }
    : undefined
}

/** The server's two logins, when an administrator has made them. */
export function loginsIn({ DATABASE_APP_URL, DATABASE_PLATFORM_URL, DATABASE_POOLER }: Config): Logins | undefined {
  if (DATABASE_APP_URL === undefined || DATABASE_PLATFORM_URL === undefined) return undefined
  return {
    app: { connectionString: DATABASE_APP_URL },
    platform: { connectionString: DATABASE_PLATFORM_URL },
    behindPooler: DATABASE_POOLER === 'transaction',
  }
}

/** The seller of the postage, as receipts name them. */
export function sellerOf({ COMPANY_NAME, SELLER_ADDRESS = '', VAT_NUMBER = '' }: Config): Seller {
  const vat_number = normaliseVatNumber(VAT_NUMBER)
  const address = SELLER_ADDRESS.split(',').map((line) => line.trim())
  return { name: COMPANY_NAME, address: address.filter((line) => line !== ''), ...(vat_number && { vat_number }) }
}

/** How buckets are reached. */
export const storageOf = ({ STORAGE_ENDPOINT, STORAGE_REGION, STORAGE_ENCRYPTION }: Config): StorageSettings => ({
  endpoint: STORAGE_ENDPOINT,
  region: STORAGE_REGION,
  encryption: STORAGE_ENCRYPTION,
})
