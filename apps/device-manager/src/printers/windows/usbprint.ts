import type { PrinterConnection } from '../printer-connection.ts'
import { asyncCalls, loadKoffi, wideText } from './koffi.ts'
import { REGISTRY_CALLS, SETUP_CALLS } from './usbprint-calls.ts'
import { openUsbprint } from './usbprint-connection.ts'

/** A printer at a USB port, which Windows offers without a driver of its maker (usbprint.sys). */
export interface UsbprintPort {
  /** `\\?\usb#vid_04f9&pid_20a8#SERIAL#{28d78fad-…}` */
  path: string
  /** The port of its queue, `USB001`; empty if Windows has given it none. */
  queuePort: string
  /** What the printer says it is (IEEE 1284): `MFG:Brother;CMD:…;MDL:…`. Empty if it cannot be asked. */
  id1284: string
}

/** The USB ports of this Windows. */
export interface UsbprintPorts {
  /** The printers that are plugged in and turned on. */
  list(): Promise<UsbprintPort[]>
  /** @throws Error whose `code` is `EBUSY` while another program has the port, or `ENODEV` */
  open(path: string): Promise<PrinterConnection>
}

/** GUID_DEVINTERFACE_USBPRINT, {28d78fad-5a12-11d1-ae5b-0000f803a8c2}, as it is in memory. */
const USBPRINT = Buffer.from('ad8fd728125ad111ae5b0000f803a8c2', 'hex')
const PRESENT_INTERFACES = 0x12
const INTERFACE_BYTES = 32
/** A path begins after its size field, which holds the size of the structure without a path. */
const DETAIL = { head: 8, pathAt: 4 } as const
const READ_KEY = 0x20019
const VALUE_MAX_BYTES = 256
/** IOCTL_USBPRINT_GET_1284_ID: two bytes of length, then the text. With a larger buffer Windows reports error 23. */
const GET_1284_ID = { code: 0x22_0034, maxBytes: 4094, withinMs: 1_000 } as const

/** @throws Error on any other system */
export function usbprintPorts(): UsbprintPorts {
  const koffi = loadKoffi()
  const setup = asyncCalls(koffi.load('setupapi.dll'), SETUP_CALLS)
  const registry = asyncCalls(koffi.load('advapi32.dll'), REGISTRY_CALLS)
  /** Asked once while it is plugged in: the question opens the port. */
  const asked = new Map<string, string>()

  async function list(): Promise<UsbprintPort[]> {
    const set = await setup.classDevices(USBPRINT, null, null, PRESENT_INTERFACES)
    if (set === -1) return []
    try {
      const ports: UsbprintPort[] = []
      for (let index = 0; ; index++) {
        const found = Buffer.alloc(INTERFACE_BYTES)
        found.writeUInt32LE(INTERFACE_BYTES)
        if ((await setup.nextInterface(set, null, USBPRINT, index, found)) === 0) break
        const path = await pathOf(set, found)
        const id1284 = asked.get(path) ?? (await id1284Of(path))
        ports.push({ path, queuePort: await queuePortOf(set, found), id1284 })
      }
      asked.clear()
      for (const { path, id1284 } of ports) asked.set(path, id1284)
      return ports
    } finally {
      await setup.destroy(set)
    }
  }

  async function pathOf(set: number, found: Buffer): Promise<string> {
    const needed: [number] = [0]
    await setup.detail(set, found, null, 0, needed, null)
    const detail = Buffer.alloc(Math.max(DETAIL.head, needed[0]))
    detail.writeUInt32LE(DETAIL.head)
    await setup.detail(set, found, detail, detail.length, needed, null)
    return wideText(detail.subarray(DETAIL.pathAt))
  }

  async function queuePortOf(set: number, found: Buffer): Promise<string> {
    const key = await setup.openKey(set, found, 0, READ_KEY)
    if (key === -1) return ''
    try {
      const value = async (name: string): Promise<Buffer> => {
        const [bytes, size] = [Buffer.alloc(VALUE_MAX_BYTES), [VALUE_MAX_BYTES]]
        const isThere = (await registry.queryValue(key, name, null, null, bytes, size)) === 0
        return isThere ? bytes.subarray(0, size[0]) : Buffer.alloc(0)
      }
      const [base, number] = [wideText(await value('Base Name')), await value('Port Number')]
      return number.length === 4 ? `${base || 'USB'}${String(number.readUInt32LE()).padStart(3, '0')}` : ''
    } finally {
      await registry.closeKey(key)
    }
  }

  return { list, open: async (path) => openUsbprint(path) }
}

async function id1284Of(path: string): Promise<string> {
  try {
    const device = openUsbprint(path)
    try {
      const answer = await device.control(GET_1284_ID.code, GET_1284_ID.maxBytes, GET_1284_ID.withinMs)
      return Buffer.from(answer ?? []).toString('latin1', 2)
    } finally {
      device.close()
    }
  } catch {
    return ''
  }
}
