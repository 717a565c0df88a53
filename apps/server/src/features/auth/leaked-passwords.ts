/** Whether a password is exactly one of the fifty thousand most often found in leaks. */
export async function isOftenLeaked(password: string): Promise<boolean> {
  leaked ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return (await leaked).has(password.toLowerCase())
}

/** Loaded when a password is first set. */
let leaked: Promise<ReadonlySet<string>> | undefined
