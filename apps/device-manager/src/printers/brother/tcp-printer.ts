import type { PrinterPort } from '../printer.ts'
import { brotherPrinter } from './brother-printer.ts'
import type { OneWayPrinter } from './condition.ts'
import { QL_MODELS } from './models.ts'
import { rollsFor } from './rolls.ts'
import { openTcp } from '../tcp-connection.ts'

const RASTER_PORT = 9100

/**
 * A QL printer in the network: `ql://192.0.2.7`, with its port after a colon unless it is 9100. For a printer that sends no
 * status, `?model=QL-1110NWB&roll=DK-11247` names its model and roll; then only the user can see whether it has printed.
 * @throws Error whose message is shown at the terminal
 */
export function tcpBrotherPrinter(address: string, limits?: Parameters<typeof brotherPrinter>[1]): PrinterPort {
  const { hostname, port, searchParams } = new URL(address)
  const number = port === '' ? RASTER_PORT : Number(port)
  const oneWay = searchParams.size === 0 ? undefined : oneWayPrinter(address, searchParams)
  const open = () => openTcp(hostname.replaceAll(/[[\]]/g, ''), number)
  const printer = brotherPrinter({ id: `ql:tcp:${hostname}:${number}`, place: hostname, open, oneWay }, limits)
  return { ...printer, addresses: [`ql://${hostname}:${number}`] }
}

function oneWayPrinter(address: string, named: URLSearchParams): OneWayPrinter {
  const model = QL_MODELS.find(({ name }) => name === named.get('model'))
  const roll = model && rollsFor(model).find(({ name }) => name === named.get('roll'))
  if (!model || !roll) throw new Error(`${address} must name a printer model and a roll that it supports.`)
  return { model, roll }
}
