/** The configuration that the server gives the web app before the first call. */
export interface AppConfig {
  companyName: string
  /** Decides the sheet that documents are drawn on. @see spec §9 */
  locale: string
  /** `uk` does not check module permissions. @see spec §6 */
  projectVariant: 'uk' | 'other'
  apiBase: string
  /** The address of the virtual assistant's script; there is none without it. @see spec §1 */
  assistant?: string | undefined
  /** Whether an account is topped up by card. */
  takesCards?: boolean
  /** The origin at which passkeys can be used; none can be without it. */
  passkeyOrigin?: string
}

let config: AppConfig = { companyName: 'Postroom Ltd', locale: 'en-GB', projectVariant: 'uk', apiBase: '/api' }

export const appConfig = (): AppConfig => config

/** Loads the configuration once; missing values keep their defaults. */
export async function loadAppConfig(): Promise<void> {
  const response = await fetch('/app-config.json', { headers: { accept: 'application/json' } }).catch(() => undefined)
  if (!response?.ok) return
  const loaded: unknown = await response.json().catch(() => undefined)
  if (typeof loaded !== 'object' || loaded === null) return
  if ('company_name' in loaded && typeof loaded.company_name === 'string') config.companyName = loaded.company_name
  if ('locale' in loaded && typeof loaded.locale === 'string') config.locale = loaded.locale
  if ('project_variant' in loaded && loaded.project_variant === 'other') config.projectVariant = 'other'
  if ('assistant' in loaded && typeof loaded.assistant === 'string') config.assistant = loaded.assistant
  if ('takes_cards' in loaded && loaded.takes_cards === true) config.takesCards = true
  if ('passkey_origin' in loaded && typeof loaded.passkey_origin === 'string')
    config.passkeyOrigin = loaded.passkey_origin
  if ('api_base' in loaded && typeof loaded.api_base === 'string') config = { ...config, apiBase: loaded.api_base }
}
