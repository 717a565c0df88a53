# Starts the device manager when this user signs in. Not a Windows service: a service does not see a user's printers.
#   powershell -File start-at-login.ps1 -Server https://post.example
param([Parameter(Mandatory)][string]$Server)
$program = Join-Path $env:LOCALAPPDATA 'Postroom\postroom-device-manager.exe'
[Environment]::SetEnvironmentVariable('POSTROOM_SERVER', $Server, 'User')
Set-ItemProperty 'HKCU:\Software\Microsoft\Windows\CurrentVersion\Run' 'PostroomDeviceManager' "`"$program`""
