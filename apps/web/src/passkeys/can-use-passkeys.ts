import { appConfig } from '../app-config.ts'

/** Whether this browser has passkeys, and this page is at the address that the server has them for. */
export const canUsePasskeys = (): boolean =>
  appConfig().passkeyOrigin === location.origin && typeof globalThis.PublicKeyCredential === 'function'
