use super::*;

#[test]
fn secrets_of_commands_are_masked() {
    for (command, shown) in [
        ("export GITHUB_TOKEN=abc123", "export GITHUB_TOKEN=***"),
        (
            "export API_KEY=\"a b c\" && make",
            "export API_KEY=\"***\" && make",
        ),
        (
            "tool --password hunter2 --verbose",
            "tool --password *** --verbose",
        ),
        ("tool --password='my own' x", "tool --password='***' x"),
        ("tool --token \"$TOKEN\"", "tool --token \"$TOKEN\""),
        (
            "curl -H 'Authorization: Bearer abc.def' https://a.example/x",
            "curl -H 'Authorization: Bearer ***' https://a.example/x",
        ),
        (
            "curl -u ana:hunter2 https://a.example",
            "curl -u ana:*** https://a.example",
        ),
        (
            "curl -H \"X-Api-Key: 1234\" a",
            "curl -H \"X-Api-Key: ***\" a",
        ),
        (
            "curl -H \"Cookie: a=b; c=d\" a",
            "curl -H \"Cookie: ***\" a",
        ),
        (
            "openssl rsa -passin pass:hunter2",
            "openssl rsa -passin pass:***",
        ),
        (
            "git clone https://ana:pw@host.example/a.git",
            "git clone https://***@host.example/a.git",
        ),
        (
            "psql postgres://ana:pw@db/soup",
            "psql postgres://***@db/soup",
        ),
        (
            "curl 'https://a.example/x?token=abc&q=soup'",
            "curl 'https://a.example/x?token=***&q=soup'",
        ),
        ("mysql -u root -phunter2 soup", "mysql -u root -p*** soup"),
        (
            "sshpass -p hunter2 ssh ana@host",
            "sshpass -p *** ssh ana@host",
        ),
        (
            "docker login -u ana -p hunter2",
            "docker login -u ana -p ***",
        ),
        (
            "gh auth login ghp_0123456789abcdefABCDEF",
            "gh auth login ***",
        ),
        (
            "aws configure set x AKIAIOSFODNN7EXAMPLE",
            "aws configure set x ***",
        ),
        (
            "x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0.SflKxwRJSMeKKF2QT4",
            "x ***",
        ),
        (
            "restore 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c",
            "restore ***",
        ),
        ("login Zk3mQ9xT7vB2nL5pW8rY1c", "login ***"),
    ] {
        assert_eq!(masked(command), shown);
    }
}

#[test]
fn other_commands_stay_as_they_are() {
    for command in [
        "cargo test -p memo-daemon --test service -- a_long_name_of_a_test_2",
        "git commit -m \"Mend the lid, which leaked on 2026-05-03\"",
        "git commit -m 'auth: mend the login' && curl -u ana",
        "sort --key=2 file | head -n 20",
        "cp IMG_20260503_101112.jpg ~/Pictures/2026/05/",
        "kubectl get pods -n soup-kitchen-production-2",
        "ssh ana@host.example -p 2222",
        "mkdir -p a/b/c && cd a",
        "open MyClassWithAVeryLongName2Test.java",
    ] {
        assert_eq!(masked(command), command);
    }
}

#[test]
fn of_an_address_what_was_searched_for_is_kept() {
    for (url, kept) in [
        (
            "https://a.example/b?utm=1&sid=2#c",
            Some("https://a.example/b"),
        ),
        (
            "HTTPS://www.google.com/search?q=boat+paint&ei=Xy1&client=x",
            Some("https://www.google.com/search?q=boat+paint"),
        ),
        (
            "https://ana:pw@a.example:8080/",
            Some("https://a.example:8080/"),
        ),
        (
            "https://a.example/reset/Zk3mQ9xT7vB2nL5pW8rY1c/now",
            Some("https://a.example/reset/***/now"),
        ),
        (
            "https://a.example/?q=Zk3mQ9xT7vB2nL5pW8rY1c",
            Some("https://a.example/"),
        ),
        ("chrome://newtab/", None),
        ("data:text/plain,hi", None),
        ("javascript://x", None),
    ] {
        assert_eq!(address(url).as_deref(), kept, "{url}");
    }
}

#[test]
fn any_text_is_read() {
    for text in [
        "",
        "=",
        "\"",
        "--password",
        "--password \"",
        "é://ü@",
        "token:",
        "a=b=c",
        "'\"'",
        "-pé",
        "mysql -pé",
    ] {
        let _ = (masked(text), address(text));
    }
}
