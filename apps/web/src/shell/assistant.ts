import { appConfig } from '../app-config.ts'

/** The policy that the server's headers allow where there is an assistant. */
const POLICY = 'postroom-assistant'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string
  }
}

/**
 * Adds the script of the virtual assistant once the page has nothing else to do. Without an assistant in the configuration
 * nothing is added. @see spec §1
 */
export function startAssistant(): void {
  const { assistant } = appConfig()
  if (assistant === undefined) return
  const add = () => {
    const script = document.createElement('script')
    script.src = trusted(assistant)
    script.async = true
    document.head.append(script)
  }
  if ('requestIdleCallback' in window) requestIdleCallback(add)
  else setTimeout(add, IDLE_MS)
}

/** Safari does not report when it is idle. */
const IDLE_MS = 3_000

/** The page turns no text into a script; this one address is the exception. */
function trusted(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  return trustedTypes?.createPolicy(POLICY, { createScriptURL: (url) => url }).createScriptURL(address) ?? address
}
