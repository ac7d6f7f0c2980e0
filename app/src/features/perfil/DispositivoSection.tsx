import { AccesoSection } from './AccesoSection.tsx'
import { InstallSection } from './InstallSection.tsx'
import { PinSection } from './PinSection.tsx'
import { SegundoFactorSection } from './SegundoFactorSection.tsx'

/** Second factor of the account, and PIN of the app on this device. */
export function DispositivoSection() {
  return (
    <>
      <PinSection />
      <InstallSection />
      <AccesoSection />
      <SegundoFactorSection />
    </>
  )
}
