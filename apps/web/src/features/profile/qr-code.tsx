import { drawingSVG, qrcode } from 'bwip-js/generic'

/** A QR code, dark on white in either theme, because a telephone reads it. */
export function QrCode({ text, alt }: { text: string; alt: string }) {
  const svg = qrcode({ bcid: 'qrcode', text }, drawingSVG())
  return <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={alt} />
}
