import type { Config } from './settings.ts'

/** The public address of a server that listens on `port`, without a trailing slash. */
export const publicUrlOf = (config: Config, port: number): string =>
  (config.PUBLIC_URL ?? localUrlOf(config, port)).replace(/\/+$/, '')

/** Its address on this machine; a server that listens on every address can be reached at this one too. */
export function localUrlOf({ HOST }: Pick<Config, 'HOST'>, port: number): string {
  const everywhere = HOST === '0.0.0.0' || HOST === '::'
  const host = everywhere ? '127.0.0.1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
