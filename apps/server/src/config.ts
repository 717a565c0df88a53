import {
  environmentSchema,
  LOGIN_URLS,
  PUBNUB_KEYS,
  SHIPPING_V3,
  STRIPE_KEYS,
  TLS_FILES,
  TRACKING_SETTINGS,
  type Config,
} from './settings.ts'

/** Settings that must be set together, and why one is missed. */
const GROUPS: readonly [readonly (keyof Config)[], why: string][] = [
  [PUBNUB_KEYS, 'since other PubNub settings are set'],
  [LOGIN_URLS, 'since the other login is set'],
  [TLS_FILES, 'since the other file of TLS is set'],
  [STRIPE_KEYS, 'since the other setting of Stripe is set'],
  [TRACKING_SETTINGS, 'since other settings of tracking are set'],
  [SHIPPING_V3, 'since other settings of Shipping v3 are set'],
]

const sellsPostage = ({ CLICK_AND_DROP_URL, SHIPPING_V3_URL }: Config): boolean =>
  CLICK_AND_DROP_URL !== undefined || SHIPPING_V3_URL !== undefined

const takesLiveMoney = ({ STRIPE_SECRET_KEY: key }: Config): boolean => /^.._live_/.test(key ?? '')

/** Settings that contradict each other. */
const CONTRADICTIONS: readonly [isWrong: (config: Config) => boolean, message: string][] = [
  [
    ({ DATABASE_POOLER, DATABASE_APP_URL }) => DATABASE_POOLER !== 'none' && DATABASE_APP_URL === undefined,
    'DATABASE_POOLER: needs DATABASE_APP_URL and DATABASE_PLATFORM_URL, which lead through the pooler',
  ],
  [
    ({ DATABASE_FOLLOWER_URL, DATABASE_URL }) => DATABASE_FOLLOWER_URL !== undefined && DATABASE_URL === undefined,
    'DATABASE_FOLLOWER_URL: of no use without DATABASE_URL, since the database of DATA_DIR has no follower',
  ],
  [
    ({ TLS_CERTIFICATE, PUBLIC_URL }) => TLS_CERTIFICATE !== undefined && !PUBLIC_URL?.startsWith('https:'),
    'PUBLIC_URL: must be https and a name in the certificate, since TLS_CERTIFICATE is set',
  ],
  [
    (config) => config.ROYAL_MAIL_TRACKING_URL !== undefined && !sellsPostage(config),
    'ROYAL_MAIL_TRACKING_URL: of no use, since neither CLICK_AND_DROP_URL nor SHIPPING_V3_URL is set and the sandbox tracks its specimens',
  ],
  [
    ({ CLICK_AND_DROP_URL, SHIPPING_V3_URL }) => CLICK_AND_DROP_URL !== undefined && SHIPPING_V3_URL !== undefined,
    'SHIPPING_V3_URL: must not be set, since CLICK_AND_DROP_URL is',
  ],
  [
    (config) => sellsPostage(config) && config.DEMO !== 'off',
    'DEMO: must be off, since real postage is bought and the demo sells specimens',
  ],
  [
    (config) => takesLiveMoney(config) && !sellsPostage(config),
    'STRIPE_SECRET_KEY: must be a test key, since neither CLICK_AND_DROP_URL nor SHIPPING_V3_URL is set and specimens are sold',
  ],
]

/** Reads the configuration. @throws Error that names every invalid variable, for the person at the terminal */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const parsed = environmentSchema.safeParse(environment)
  const faults = parsed.success
    ? faultsOf(parsed.data)
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  if (parsed.success && faults.length === 0) return parsed.data
  const lines = faults.map((fault) => `  ${fault}`)
  throw new Error(['These settings are invalid (--help lists them):', ...lines].join('\n'))
}

const faultsOf = (config: Config): string[] => [
  ...GROUPS.flatMap(([names, why]) => missingBesides(names, config, why)),
  ...CONTRADICTIONS.flatMap(([isWrong, message]) => (isWrong(config) ? [message] : [])),
]

/** Settings that are missing because another of their group is set. */
function missingBesides(names: readonly (keyof Config)[], config: Config, why: string): string[] {
  const missing = names.filter((name) => config[name] === undefined)
  return missing.length === names.length ? [] : missing.map((name) => `${name}: missing, ${why}`)
}

/** The settings and their defaults, one line each. */
export function configHelp(): string {
  const rows = Object.entries(environmentSchema.shape).filter(([, schema]) => schema.description)
  const width = Math.max(...rows.map(([name]) => name.length))
  const lines = rows.map(([name, schema]) => {
    const fallback = schema.safeParse(undefined).data
    return `  ${name.padEnd(width)} ${schema.description}${fallback === undefined ? '' : ` (default ${fallback})`}`
  })
  return ['Postroom takes its settings from the environment:', ...lines, ''].join('\n')
}
