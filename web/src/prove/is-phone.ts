// Phones have no wallet extensions: there the way is a link into the wallet's app instead of an extension to install.

/** What a browser says of its device. */
interface DeviceHints {
  readonly userAgent: string
  readonly maxTouchPoints: number
  readonly userAgentData?: { readonly mobile: boolean }
}

/** Whether this is a phone or a tablet. iPads say that they are Macs, but no Mac has a touch screen. */
export function isPhone(device: DeviceHints): boolean {
  if (device.userAgentData?.mobile) return true
  if (/\b(?:Android|iPhone|iPad|iPod)\b/.test(device.userAgent)) return true
  return /\bMacintosh\b/.test(device.userAgent) && device.maxTouchPoints > 1
}
