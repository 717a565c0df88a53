import { vi } from 'vitest'
import { appConfig } from '../app-config.ts'

type Answer = 'signed' | DOMException

/** What the browser was asked for, as far as tests look at it. */
interface Asked {
  challenge: string
  /** In its list under the username. */
  inList: boolean
}

const bytes = (text: string) => new TextEncoder().encode(text).buffer
const textOf = (buffer: BufferSource) => new TextDecoder().decode(buffer)

/** What a browser reports when its user closes the dialog. */
export const closed = () => new DOMException('The operation was not allowed.', 'NotAllowedError')

/**
 * A browser with passkeys, at the address that the server has them for. jsdom has none.
 *
 * @param hasList whether it offers them in a list under the username; nobody chooses until `answer` says so
 */
export function fakePasskeys({ hasList = false } = {}) {
  const asked: Asked[] = []
  const answers: Answer[] = []
  let choose: (() => void) | undefined
  const respond = (made: object): Promise<object> => {
    const answer = answers.shift() ?? 'signed'
    return answer === 'signed' ? Promise.resolve(made) : Promise.reject(answer)
  }
  const credential = (response: object, authenticatorAttachment = 'platform') => ({
    id: 'a-passkey',
    rawId: bytes('a-passkey'),
    type: 'public-key',
    authenticatorAttachment,
    getClientExtensionResults: () => ({}),
    response: { clientDataJSON: bytes('client data'), ...response },
  })
  const signature = credential({
    authenticatorData: bytes('data'),
    signature: bytes('signature'),
    userHandle: bytes('user'),
  })
  const get = ({ publicKey, mediation, signal }: CredentialRequestOptions): Promise<object> => {
    const inList = mediation === 'conditional'
    asked.push({ challenge: textOf(publicKey!.challenge), inList })
    if (!inList) return respond(signature)
    return new Promise((resolve, reject) => {
      choose = () => resolve(signature)
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    })
  }
  const create = ({ publicKey }: CredentialCreationOptions): Promise<object> => {
    asked.push({ challenge: textOf(publicKey!.challenge), inList: false })
    return respond(credential({ attestationObject: bytes('attestation') }, 'cross-platform'))
  }
  const isConditionalMediationAvailable = () => Promise.resolve(hasList)
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, { isConditionalMediationAvailable }),
  )
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get, create } })
  appConfig().passkeyOrigin = location.origin
  return { asked, answers, choose: () => choose?.() }
}

/** The browser of all other tests again. */
export function withoutPasskeys(): void {
  delete appConfig().passkeyOrigin
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: undefined })
  vi.stubGlobal('PublicKeyCredential', undefined)
}
