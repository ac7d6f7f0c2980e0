/** On a page that keeps asking without end: that it has not been answered. Nothing while it is. */
export function KeepsTrying({ late }: { late: boolean }) {
  return (
    <p role="status" className="empty:hidden">
      {late && 'No hay conexión. Seguimos intentando: deja esta página abierta.'}
    </p>
  )
}
