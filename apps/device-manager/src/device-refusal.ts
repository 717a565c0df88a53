import { DEVICE_ERRORS, type DeviceErrorCode } from '@postroom/contract/device-messages'

export interface DeviceFault {
  code: DeviceErrorCode
  description: string
}

/** What went wrong, in the words of the contract, with the facts that help when there are any. */
export const faultOf = (code: DeviceErrorCode, facts?: string): DeviceFault => ({
  code,
  description: facts === undefined ? DEVICE_ERRORS[code] : `${DEVICE_ERRORS[code]} ${facts}`,
})

/** Leaves a request or a job with a reason people can act on. */
export class DeviceRefusal extends Error {
  readonly fault: DeviceFault
  constructor(code: DeviceErrorCode, facts?: string) {
    super(code)
    this.name = 'DeviceRefusal'
    this.fault = faultOf(code, facts)
  }
}

/** An error that no rule foresaw, for whoever reads the log; people get a plain refusal instead. */
export const reportBug = (error: unknown): void => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
}
