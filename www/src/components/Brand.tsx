/** The glass case that gives the project its name. */
export function Brand() {
  return (
    <span className="brand">
      <svg width="22" height="22" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M12 2.75 20.25 7v10L12 21.25 3.75 17V7z" />
        <path d="M3.75 7 12 11.25 20.25 7M12 11.25v10" />
      </svg>
      <span>
        Vitrine <span className="brand-part">Studio</span>
      </span>
    </span>
  );
}
