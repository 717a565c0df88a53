; makensis -NOCD -INPUTCHARSET UTF8 -X"SetCompressor /SOLID lzma" -DVERSION=1.2.3 -DSCOPE=user -DFILES=folder -DOUT=setup.exe
; SCOPE is user or machine: two installers, so that Windows asks for an administrator only in the second.
; The default is a 32-bit installer, which does nothing on 64-bit Windows without 32-bit support.
Target amd64-unicode
; a silent installer would skip a file in use, and report success
AllowSkipFiles off
!include LogicLib.nsh
!include FileFunc.nsh

!define NAME "PostroomDeviceManager"
!define TITLE "Postroom device manager"
!define EXE "postroom-device-manager.exe"
!define DATA "postroom-device-manager"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\${NAME}"
!define RUN "Software\Microsoft\Windows\CurrentVersion\Run"
!define FILE_IN_USE 5

Name "${TITLE}"
OutFile "${OUT}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "${TITLE}"
VIAddVersionKey FileDescription "${TITLE}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey LegalCopyright "Postroom"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\English.nlf"
LoadLanguageFile "${NSISDIR}\Contrib\Language files\French.nlf"
LangString ASK_PURGE 1033 "Also delete this computer's pairing, list of printed jobs and log?"
LangString ASK_PURGE 1036 "Supprimer aussi l’association de cet ordinateur, la liste des travaux imprimés et le journal ?"

!if ${SCOPE} == machine
  RequestExecutionLevel admin
  InstallDir "$PROGRAMFILES64\${TITLE}"
  !define CONTEXT all
!else
  RequestExecutionLevel user
  InstallDir "$LOCALAPPDATA\Programs\${TITLE}"
  !define CONTEXT current
!endif

Page instfiles
UninstPage uninstConfirm
UninstPage instfiles

; /SERVER=https://… and /CODE=…; without them, those of an earlier installation stay
!macro KeepSetting option name
  ${GetParameters} $R0
  ; GetOptions ends a value at its first character: with a space there, a value may contain slashes
  ${GetOptions} " $R0" " /${option}=" $R1
  ${If} $R1 != ""
    WriteINIStr "$InstDir\install.ini" settings ${name} "$R1"
  ${EndIf}
!macroend

Section
  SetRegView 64
  SetShellVarContext ${CONTEXT}
  SetOutPath "$InstDir"
  ${If} ${FileExists} "$InstDir\${EXE}"
    ExecWait '"$InstDir\${EXE}" --stop'
    ; the program of another user still runs: Windows renames its file, but does not replace it
    Delete "$InstDir\${EXE}.old"
    ClearErrors
    Rename "$InstDir\${EXE}" "$InstDir\${EXE}.old"
    ${If} ${Errors}
      SetErrorLevel ${FILE_IN_USE}
      Quit
    ${EndIf}
  ${EndIf}
  RMDir /r "$InstDir\node_modules"
  File /r "${FILES}/*.*"
  Delete /REBOOTOK "$InstDir\${EXE}.old"
  !insertmacro KeepSetting SERVER server
  !insertmacro KeepSetting CODE code
  WriteUninstaller "$InstDir\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\${TITLE}.lnk" "$InstDir\${EXE}" --open
  WriteRegStr SHCTX "${RUN}" "${NAME}" '"$InstDir\${EXE}"'
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayName" "${TITLE}"
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${UNINSTALL}" "Publisher" "Postroom"
  WriteRegStr SHCTX "${UNINSTALL}" "InstallLocation" "$InstDir"
  WriteRegStr SHCTX "${UNINSTALL}" "UninstallString" '"$InstDir\uninstall.exe"'
  WriteRegStr SHCTX "${UNINSTALL}" "QuietUninstallString" '"$InstDir\uninstall.exe" /S'
  ; an administrator's installer must not start it with the administrator's rights: it starts when each user signs in
  !if ${SCOPE} == user
    Exec '"$InstDir\${EXE}"'
  !endif
SectionEnd

Section Uninstall
  SetRegView 64
  SetShellVarContext ${CONTEXT}
  ExecWait '"$InstDir\${EXE}" --stop'
  DeleteRegValue SHCTX "${RUN}" "${NAME}"
  DeleteRegKey SHCTX "${UNINSTALL}"
  Delete "$SMPROGRAMS\${TITLE}.lnk"
  Delete /REBOOTOK "$InstDir\${EXE}"
  Delete /REBOOTOK "$InstDir\${EXE}.old"
  Delete "$InstDir\licences.txt"
  Delete "$InstDir\install.ini"
  Delete "$InstDir\uninstall.exe"
  RMDir /r "$InstDir\node_modules"
  RMDir "$InstDir"
  ; for all users, $LOCALAPPDATA is the folder of the machine. The data of other users stays.
  SetShellVarContext current
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} " $R0" " /PURGE" $R1
  ${If} ${Errors}
    IfSilent keep
    MessageBox MB_YESNO|MB_DEFBUTTON2 "$(ASK_PURGE)" IDNO keep
  ${EndIf}
  RMDir /r "$LOCALAPPDATA\${DATA}"
  keep:
SectionEnd
