/** The URL under which Vite serves a file unchanged. */
declare module '*?url' {
  const url: string
  export default url
}
