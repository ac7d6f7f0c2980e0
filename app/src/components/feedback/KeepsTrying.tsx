/**
 * On a page that keeps asking without end, for its answer or for its own code (`lib/device/keepLoading.ts`): that neither has come. Nothing
 * while it is. `app/prerender/otra-vez.ts` says it before there is any code.
 */
export function KeepsTrying({ late }: { late: boolean }) {
  return (
    <p role="status" className="empty:hidden">
      {late && 'No hay conexión. Seguimos intentando: deja esta página abierta.'}
    </p>
  )
}
