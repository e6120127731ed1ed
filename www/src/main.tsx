import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { init } from "vitrine";
import { App } from "./components/App";
import { CoreFailure } from "./components/CoreFailure";
import { startStudio } from "./state/studio";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/layout.css";
import "./styles/sidebar.css";
import "./styles/turns.css";
import "./styles/content.css";
import "./styles/details.css";
import "./styles/workspace.css";
import "./styles/state.css";
import "./styles/contrast.css";
import "./styles/print.css";

const place = document.getElementById("studio");
if (!place) throw new Error("index.html has no element with the id “studio”.");
const root = createRoot(place);

init({ modules: ["turns"] }).then(
  () => {
    startStudio();
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
  },
  (error: unknown) => root.render(<CoreFailure error={error} />),
);
