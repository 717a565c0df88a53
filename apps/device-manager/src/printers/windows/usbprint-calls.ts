/** The functions of Windows in use, as declared in setupapi.h, winreg.h, fileapi.h and ioapiset.h. */
export const SETUP_CALLS = {
  classDevices: 'intptr_t SetupDiGetClassDevsW(uint8 *guid, str16 enumerator, void *window, uint32 flags)',
  nextInterface:
    'int SetupDiEnumDeviceInterfaces(intptr_t set, void *device, uint8 *guid, uint32 index, _Inout_ uint8 *found)',
  detail:
    'int SetupDiGetDeviceInterfaceDetailW(intptr_t set, uint8 *found, _Out_ uint8 *detail, uint32 size, _Out_ uint32 *needed, void *device)',
  openKey: 'intptr_t SetupDiOpenDeviceInterfaceRegKey(intptr_t set, uint8 *found, uint32 reserved, uint32 access)',
  destroy: 'int SetupDiDestroyDeviceInfoList(intptr_t set)',
} as const

export const REGISTRY_CALLS = {
  queryValue:
    'int RegQueryValueExW(intptr_t key, str16 name, void *reserved, void *type, _Out_ uint8 *data, _Inout_ uint32 *size)',
  closeKey: 'int RegCloseKey(intptr_t key)',
} as const

/** With an OVERLAPPED they return at once: the transfer goes on, and its end is in that structure. */
export const FILE_CALLS = {
  create:
    'intptr_t CreateFileW(str16 path, uint32 access, uint32 share, void *security, uint32 how, uint32 flags, intptr_t template)',
  write: 'int WriteFile(intptr_t file, uint8 *bytes, uint32 count, void *written, uint8 *overlapped)',
  read: 'int ReadFile(intptr_t file, uint8 *into, uint32 count, void *read, uint8 *overlapped)',
  control:
    'int DeviceIoControl(intptr_t file, uint32 code, void *input, uint32 inputSize, uint8 *output, uint32 outputSize, void *returned, uint8 *overlapped)',
  cancel: 'int CancelIoEx(intptr_t file, void *overlapped)',
  close: 'int CloseHandle(intptr_t file)',
  lastError: 'uint32 GetLastError()',
} as const
