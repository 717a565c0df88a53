import manifest from '../package.json' with { type: 'json' }

/** Of the device manager, `1.2.3`. */
export const VERSION: string = manifest.version

/** The key that releases are signed with, raw Ed25519 in base64url: packaging puts it into the program, for good. */
export const RELEASE_KEY: string | undefined = process.env['POSTROOM_RELEASE_KEY']
