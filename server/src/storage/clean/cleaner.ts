import { AUDIO_TYPES, cleanAudio } from './audio.ts'
import { cleanPdf } from './pdf.ts'

/**
 * A process of its own for one file, `cleaner source target type`: what a hostile file does to a reader, looping, filling the memory,
 * ending it, it does here. Ends with 0 when the target is written, 3 when nothing clean can be made of the source.
 */
const [source, target, type] = process.argv.slice(2)
try {
  if (!source || !target || !type) throw new Error('cleaner source target type')
  if (AUDIO_TYPES.includes(type)) await cleanAudio(source, target, type)
  else await cleanPdf(source, target)
  process.exit(0)
} catch (error) {
  // Where there is no space, that is not the file's fault.
  process.exit((error as NodeJS.ErrnoException).code === 'ENOSPC' ? 4 : 3)
}
