// The table for people: one block per case, one line per contestant, ours first, then what else was counted.

/** Prints the rows; a peer's last column says how many times as long as ours it takes. */
export function printTable(rows) {
  for (const row of rows) {
    console.log(`\n${row.case}${row.about ? ` (${row.about})` : ""}`);
    const lines = row.ours ? [row.ours, ...row.all] : row.all;
    for (const line of lines) {
      const ratio = row.ours && line.name !== "ours" ? `${(line.median / row.ours.median).toFixed(2)}x` : "";
      const label = line.variant ? `${line.name} [${line.variant}]` : line.name;
      const cells = [label.padEnd(40), `${figure(line.median)} ${row.unit}`.padStart(13)];
      cells.push(
        `±${(line.spread * 100).toFixed(1)} %`.padStart(10),
        `least ${figure(line.least)}`.padStart(15),
        ratio.padStart(9),
      );
      console.log(`  ${cells.join("")}`);
    }
    const figures = Object.entries(row.figures ?? {}).map(([name, value]) => `${name} ${figure(value)}`);
    if (figures.length > 0) console.log(`  ${figures.join(", ")}`);
  }
}

const figure = (value) => (value >= 100 ? value.toFixed(1) : value.toPrecision(4));
