import manifest from '../package.json' with { type: 'json' }

/** The version of the device manager, `1.2.3`. */
export const VERSION: string = manifest.version

/** The public key of releases, raw Ed25519 in base64url. Packaging builds it into the program. */
export const RELEASE_KEY: string | undefined = process.env['POSTROOM_RELEASE_KEY']
