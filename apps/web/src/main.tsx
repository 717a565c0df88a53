// zod compiles its checks, which the content security policy forbids. It decides this when the contract's schemas are
// created, so its settings are there before the rest is imported. An import of zod here would load it before them.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
await import('./start.tsx')

export {}
