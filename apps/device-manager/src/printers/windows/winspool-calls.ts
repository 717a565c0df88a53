import type { Koffi } from './koffi.ts'

/** The functions of winspool.drv in use, as declared in winspool.h. */
export const SPOOLER_CALLS = {
  enumPrinters:
    'int EnumPrintersW(uint32 flags, void *name, uint32 level, _Out_ uint8 *into, uint32 size, _Out_ uint32 *needed, _Out_ uint32 *count)',
  openPrinter: 'int OpenPrinterW(str16 name, _Out_ void **printer, void *defaults)',
  closePrinter: 'int ClosePrinter(void *printer)',
  startDoc: 'uint32 StartDocPrinterW(void *printer, uint32 level, DOC_INFO_1W *document)',
  startPage: 'int StartPagePrinter(void *printer)',
  write: 'int WritePrinter(void *printer, uint8 *bytes, uint32 count, _Out_ uint32 *written)',
  endPage: 'int EndPagePrinter(void *printer)',
  endDoc: 'int EndDocPrinter(void *printer)',
  abort: 'int AbortPrinter(void *printer)',
  getJob: 'int GetJobW(void *printer, uint32 job, uint32 level, _Out_ uint8 *into, uint32 size, _Out_ uint32 *needed)',
  setJob: 'int SetJobW(void *printer, uint32 job, uint32 level, void *info, uint32 command)',
  capabilities: 'int DeviceCapabilitiesW(str16 queue, str16 port, uint16 ability, _Out_ uint8 *into, void *mode)',
} as const

export interface PrinterInfo {
  pPrinterName: string
  pPortName: string | null
  pDriverName: string | null
  Status: number
  Attributes: number
}

export interface JobInfo {
  Status: number
}

/** The structures of winspool.h. koffi accepts each only once. */
export function defineStructures(koffi: Koffi): void {
  koffi.struct('DOC_INFO_1W', all('str16', 'pDocName pOutputFile pDatatype'))
  koffi.struct('PRINTER_INFO_2W', {
    ...all('str16', 'pServerName pPrinterName pShareName pPortName pDriverName pComment pLocation'),
    pDevMode: 'void *',
    ...all('str16', 'pSepFile pPrintProcessor pDatatype pParameters'),
    pSecurityDescriptor: 'void *',
    ...all('uint32', 'Attributes Priority DefaultPriority StartTime UntilTime Status cJobs AveragePPM'),
  })
  koffi.struct('JOB_INFO_1W', {
    JobId: 'uint32',
    ...all('str16', 'pPrinterName pMachineName pUserName pDocument pDatatype pStatus'),
    ...all('uint32', 'Status Priority Position TotalPages PagesPrinted'),
    ...all('uint32', 'Submitted1 Submitted2 Submitted3 Submitted4'), // a SYSTEMTIME, which has 16 bytes
  })
}

const all = (type: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, type]))
