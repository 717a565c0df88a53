import type { Config } from './config.ts'

/** Where people reach a server that listens on `port`, without a slash at the end. */
export const publicUrlOf = (config: Config, port: number): string =>
  (config.PUBLIC_URL ?? localUrlOf(config, port)).replace(/\/+$/, '')

/** How to reach it from this machine; listening on every address includes this one. */
export function localUrlOf({ HOST }: Pick<Config, 'HOST'>, port: number): string {
  const everywhere = HOST === '0.0.0.0' || HOST === '::'
  const host = everywhere ? '127.0.0.1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
