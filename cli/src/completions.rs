//! Completions for shells, made from the table of the grammar.

use std::collections::{BTreeMap, BTreeSet};
use vitrine::state::grammar::{Value, FORMS};
use vitrine::state::{Exit, Outcome};

/// The script for a shell.
///
/// # Errors
/// Exit 2 where the shell is unknown.
pub fn completions(args: &[&str]) -> Result<Outcome, Outcome> {
    match args {
        ["bash"] => Ok(Outcome::printed(bash())),
        ["zsh"] => Ok(Outcome::printed(format!(
            "#compdef vitrine-state\nautoload -U +X bashcompinit && bashcompinit\n{}",
            bash()
        ))),
        ["fish"] => Ok(Outcome::printed(fish())),
        _ => Err(Outcome::refused(
            Exit::Input,
            "expected completions bash, zsh or fish",
        )),
    }
}

/// What may come after some words, and what it says in help.
fn next_words() -> BTreeMap<String, BTreeSet<&'static str>> {
    let mut next: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for form in FORMS {
        for (place, word) in form.words.iter().copied().enumerate() {
            next.entry(form.words[..place].join(" "))
                .or_default()
                .insert(word);
        }
    }
    let first = next.entry(String::new()).or_default();
    first.extend(["completions", "help"]);
    next.insert(
        "completions".to_owned(),
        BTreeSet::from(["bash", "fish", "zsh"]),
    );
    next
}

fn bash() -> String {
    let mut script = "\
_vitrine_state() {
  local before=\"${COMP_WORDS[*]:1:COMP_CWORD-1}\" word=\"${COMP_WORDS[COMP_CWORD]}\" last=\"${COMP_WORDS[COMP_CWORD-1]}\"
  local words='' files=''
  case \"$before\" in
"
    .to_owned();
    for (before, words) in next_words() {
        let words: Vec<_> = words.into_iter().collect();
        script += &format!("    '{before}') words='{}' ;;\n", words.join(" "));
    }
    for form in FORMS {
        let options: Vec<_> = form.options.iter().map(|option| option.name).collect();
        let of_files = form
            .options
            .iter()
            .filter(|option| matches!(option.value, Value::File(_)));
        let mut files: Vec<_> = of_files.map(|option| option.name).collect();
        if form.arguments.iter().any(|argument| argument.is_file) {
            files.extend(form.words.last());
        }
        script += &format!(
            "    '{}'*) words='{}'; files=' {} ' ;;\n",
            form.words.join(" "),
            options.join(" "),
            files.join(" ")
        );
    }
    script
        + "  esac
  case \"$files\" in
    *\" $last \"*) COMPREPLY=($(compgen -f -- \"$word\")) ;;
    *) COMPREPLY=($(compgen -W \"$words\" -- \"$word\")) ;;
  esac
}
complete -F _vitrine_state vitrine-state
"
}

fn fish() -> String {
    let mut script = "complete -c vitrine-state -f\n".to_owned();
    let before = "string join ' ' -- (commandline -opc)[2..]";
    for (words, next) in next_words() {
        let next: Vec<_> = next.into_iter().collect();
        script += &format!(
            "complete -c vitrine-state -n \"test ({before}; or true) = '{words}'\" -a '{}'\n",
            next.join(" ")
        );
    }
    for form in FORMS {
        let here = format!(
            "-n \"string match -q '{}*' -- ({before})\"",
            form.words.join(" ")
        );
        for option in form.options {
            let value = match option.value {
                Value::File(_) => " -r -F",
                Value::Text(_) => " -x",
                Value::None | Value::Optional(_) => "",
            };
            let name = option.name.trim_start_matches('-');
            let about = option.about.replace('\'', "\\'");
            script += &format!("complete -c vitrine-state {here} -l {name}{value} -d '{about}'\n");
        }
        if form.arguments.iter().any(|argument| argument.is_file) {
            script += &format!("complete -c vitrine-state {here} -F\n");
        }
    }
    script
}
