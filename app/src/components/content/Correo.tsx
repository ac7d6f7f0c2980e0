/** A mail address in a text: where it is too wide it goes on behind its @, and breaks anywhere only where that does not do. */
export function Correo({ children: address }: { children: string }) {
  const at = address.lastIndexOf('@') + 1
  return (
    <span className="wrap-anywhere">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}
