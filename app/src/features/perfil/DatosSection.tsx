import { Card } from '../../components/layout/Card.tsx'
import { DeleteCuenta } from './DeleteCuenta.tsx'
import { DownloadDatos } from './DownloadDatos.tsx'

/** Her data: downloading it, and deleting the account. */
export function DatosSection() {
  return (
    <Card as="section" aria-labelledby="datos" className="grid gap-4">
      <h2 id="datos" className="text-xl">
        Lo que es tuyo
      </h2>
      <DownloadDatos />
      <DeleteCuenta />
    </Card>
  )
}
