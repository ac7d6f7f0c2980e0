/**
 * Imported by the commands that open or encrypt backups: under Node 20 their way of encrypting is announced as experimental, in two English lines
 * that tell an operator nothing. Every other warning is printed as ever.
 */
process.removeAllListeners('warning')
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') console.error(warning.stack ?? String(warning))
})
